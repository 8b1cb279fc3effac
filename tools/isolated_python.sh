#!/usr/bin/env bash
# A Python with a network and processes of its own: what each worker of the engine tests runs in.
set -euo pipefail
bin=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.venv/bin" && pwd)
exec "$bin/python" -m aksgpu_rehearsal.isolated "$bin/python" "$@"
