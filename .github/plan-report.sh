#!/usr/bin/env bash
# Writes what a pull request means for every stack, as Markdown: plan-report.sh BASE_REF OUTPUT_FILE.
# Ends with 1 if a stack has errors or breaks a mandatory policy. Losing something scarce is only warned of here:
# the engine refuses it unless the stack file approves it, and the report shows it to the reviewer.
set -uo pipefail
base=$1
report=$2
result=0
: > "$report"

for file in stacks/Pulumi.*.yaml; do
    stack=${file#stacks/Pulumi.}
    stack=${stack%.yaml}
    if ! problems=$(.venv/bin/aksgpu check "$stack" 2>&1); then
        printf '## %s has errors\n\n```text\n%s\n```\n\n' "$stack" "$problems" >> "$report"
        echo "::error file=$file::$stack has errors, see the report"
        result=1
        continue
    fi
    .venv/bin/aksgpu plan "$stack" --format markdown --against "$base" >> "$report"
    case $? in
        0) ;;
        3) echo "::warning file=$file::$stack: this replaces or deletes something scarce, see the report" ;;
        4) echo "::error file=$file::$stack breaks a mandatory policy, see the report" && result=1 ;;
        *) echo "::error file=$file::$stack could not be planned" && result=1 ;;
    esac
    echo >> "$report"
done
exit $result
