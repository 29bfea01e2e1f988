import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick, in which Linux counts the time of processes. */
const tickMs = 10;

/** Returns the fields of /proc/<pid>/stat from the parent on, which follows the state. The name before it can contain spaces. */
const statOf = (pid: string): readonly number[] | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number);
  } catch {
    // The process has ended. Its time counts toward its parent.
    return null;
  }
};

/** Returns the milliseconds of processor time of a postmaster and all its processes, including those that have ended. */
export const databaseTime = (postmaster: number): number => {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat === null || (stat[0] !== postmaster && Number(pid) !== postmaster)) continue;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = stat.slice(10, 14);
    ticks += user + system;
    if (Number(pid) === postmaster) ticks += childrenUser + childrenSystem;
  }
  return ticks * tickMs;
};
