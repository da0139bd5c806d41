import { readdirSync, readFileSync } from 'node:fs';
import { RUN_MARKER } from './environment.js';

/** One living process, from `/proc/PID/stat` (proc(5)). */
interface Process {
  pid: number;
  parent: number;
  group: number;
  /** Start time in clock ticks since boot: with the pid it names one process, even after the number is used again. */
  started: string;
}

/**
 * The processes that came from one child of the gate. A process belongs to it by its group, by the run's marker in its
 * environment, or by descent: a child of a member is a member, and stays one after its parent died.
 *
 * What can still escape: a process with another group, session and environment whose parent was gone before the next
 * `look`, as after a double fork. Without `/proc` only the group is known.
 */
export class ProcessFamily {
  private readonly leader: number;
  private readonly marker: Buffer;
  /** Start time of every member seen, by pid. */
  private readonly seen = new Map<number, string>();

  /** @param leader pid of a child that was just started as the leader of its own group */
  constructor(leader: number, marker: string) {
    this.leader = leader;
    this.marker = Buffer.from(`${RUN_MARKER}=${marker}`);
    const first = readProcess(leader);
    if (first !== null) this.seen.set(leader, first.started);
  }

  /** Pids of the living members, zombies left out; all of them are remembered. Some ms on a busy machine. */
  look(): number[] {
    return this.members()?.map(({ pid }) => pid) ?? (send(-this.leader, 0) ? [this.leader] : []);
  }

  /** Sends a signal to the group; a group that is gone is no error. */
  signal(signal: NodeJS.Signals): void {
    const members = this.members();
    if (members === null || members.some(({ group }) => group === this.leader)) send(-this.leader, signal);
  }

  /** SIGKILL to the group at once, so that nothing in it can fork away, and to every other member. */
  kill(): void {
    this.signal('SIGKILL');
    for (const { pid } of this.members() ?? []) send(pid, 'SIGKILL');
  }

  private members(): Process[] | null {
    const all = livingProcesses();
    if (all === null) return null;
    // A leader that is not the one we started: the number, and with it the group's, went to somebody else.
    const strange = all.some((one) => one.pid === this.leader && !this.knows(one));
    const own = all.filter(
      (one) => this.knows(one) || (one.group === this.leader && !strange) || this.isMarked(one.pid),
    );
    const found = new Map(own.map((one) => [one.pid, one]));
    // A Map's iteration comes to what is added on the way: children of children too.
    for (const pid of found.keys()) {
      for (const one of all) if (one.parent === pid) found.set(one.pid, one);
    }
    for (const { pid, started } of found.values()) this.seen.set(pid, started);
    return [...found.values()];
  }

  private knows({ pid, started }: Process): boolean {
    return this.seen.get(pid) === started;
  }

  private isMarked(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`).includes(this.marker);
    } catch {
      // Gone, or somebody else's.
      return false;
    }
  }
}

/** Every living process but the gate itself; null where there is no `/proc`. */
function livingProcesses(): Process[] | null {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return null;
  }
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.flatMap((pid) => (pid === process.pid ? [] : (readProcess(pid) ?? [])));
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command, which may hold anything, ends at the last parenthesis; the state follows as field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return { pid, parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** Whether there was somebody to send to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // Gone between the look and the signal.
    return false;
  }
}
