// A CPU quota for one process: node throttle.mjs RUN_MS STOP_MS COMMAND [ARGUMENT...]
// Lets the command run for RUN_MS and stops it for STOP_MS, again and again, as a kernel quota does within its period.
import { spawn } from 'node:child_process';

const [runMs, stopMs, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit' });
child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    child.kill('SIGCONT');
    child.kill(signal);
  });
}

function turn(stop) {
  child.kill(stop ? 'SIGSTOP' : 'SIGCONT');
  setTimeout(turn, Number(stop ? stopMs : runMs), !stop);
}
turn(false);
