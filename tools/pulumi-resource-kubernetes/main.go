// The Kubernetes provider of Pulumi, with the schema that its module carries.
//
// The two embedded files are 8 MB and come from the pinned module: the build puts them beside this file.
package main

import (
	_ "embed"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version"
)

var (
	//go:embed schema.json
	publishedSchema []byte
	//go:embed terraform-mapping.json
	terraformNames []byte
)

func main() {
	provider.Serve("kubernetes", version.Version, publishedSchema, terraformNames)
}
