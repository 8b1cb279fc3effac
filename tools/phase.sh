#!/usr/bin/env bash
# Runs one phase of `make test` and notes its name, seconds and result in build/phases.tsv: phase.sh NAME COMMAND...
set -uo pipefail
name=$1
shift
printf '== %s\n' "$name"
start=$SECONDS
"$@" && result=passed || result=FAILED
mkdir -p build
printf '%s\t%s\t%s\n' "$name" "$((SECONDS - start))" "$result" >> build/phases.tsv
[ "$result" = passed ]
