module aksgpu.example/tools/schemas

go 1.26.0

require (
	github.com/NVIDIA/gpu-operator v0.0.0-20250917190837-d73a0086a6ba
	github.com/cilium/cilium v1.17.8
	github.com/prometheus-operator/prometheus-operator v0.85.0
	k8s.io/kubernetes v1.36.3
	sigs.k8s.io/kueue v0.19.2
)
