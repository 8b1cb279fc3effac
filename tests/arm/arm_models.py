"""Types whose request bodies no SDK among the development tools has a model of."""

# Their few keys are compared by hand in test_bodies.py.
WITHOUT_MODEL = {
    "azure-native:resources:ResourceGroup",
    "azure-native:privatedns:PrivateZone",
    "azure-native:privatedns:VirtualNetworkLink",
    "azure-native:operationalinsights:Workspace",
    "azure-native:dashboard:Grafana",
    "azure-native:monitor:DiagnosticSetting",
}
