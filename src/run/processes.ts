import { readdirSync, readFileSync } from 'node:fs';
import { RUN_MARKER } from './environment.js';

/**
 * Living processes of one server: members of its process group, and processes that left the group but still carry the
 * run's marker in their environment. Zombies don't count. Without `/proc` only the group itself can be asked.
 */
export function survivors(group: number, marker: string): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return groupAlive(group) ? [-group] : [];
  }
  const wanted = Buffer.from(`${RUN_MARKER}=${marker}`);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && belongs(pid, group, wanted));
}

function belongs(pid: number, group: number, wanted: Buffer): boolean {
  try {
    // After the command's closing parenthesis: state, parent, group (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return false;
    if (Number(pgrp) === group) return true;
    return readFileSync(`/proc/${pid}/environ`).includes(wanted);
  } catch {
    return false;
  }
}

function groupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal to the whole group; a group that is gone is no error. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Gone already.
  }
}

/** SIGKILL to the group and to every survivor outside it. */
export function killAll(group: number, marker: string): void {
  signalGroup(group, 'SIGKILL');
  for (const pid of survivors(group, marker)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone between the look and the kill.
    }
  }
}
