import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick in which Linux counts the time of processes. */
const tickMs = 10;

/** Fields of /proc/<pid>/stat from the parent on, which stands behind the state; the name in front may have spaces. */
const statOf = (pid: string): readonly number[] | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number);
  } catch {
    // It has ended; its parent counts its time.
    return null;
  }
};

/** Milliseconds of a core that a postmaster and all its processes have taken so far, those that have ended included. */
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
