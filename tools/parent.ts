import { readFileSync } from 'node:fs';

interface Ancestor {
  pid: number;
  started: string;
}

/** Returns parent and start time of a process on Linux. Undefined if it is gone or a zombie. */
function lookUp(pid: number): (Ancestor & { parent: number }) | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { pid, parent: Number(parent), started: rest[17] ?? '' };
  } catch {
    return undefined;
  }
}

function isNpm(pid: number): boolean {
  try {
    return /(^|\/)npm(-cli\.js)?( |$)/.test(
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    );
  } catch {
    return false;
  }
}

/** Returns the processes from npm down to this one, because npm doesn't forward a signal that kills it. */
function npmChain(): Ancestor[] {
  const chain: Ancestor[] = [];
  for (let next = lookUp(process.ppid); next && next.pid > 1; next = lookUp(next.parent)) {
    chain.push({ pid: next.pid, started: next.started });
    if (isNpm(next.pid)) return chain;
  }
  return [];
}

const chain = process.env.npm_lifecycle_event ? npmChain() : [];

/** Returns whether a process that started this one is gone. */
export function isParentGone(): boolean {
  if (process.send && !process.connected) return true;
  return chain.some(({ pid, started }) => lookUp(pid)?.started !== started);
}

/** Calls back once when the parent, npm or the shell between them ends. Keeps no process alive. */
export function onParentGone(callback: () => void): void {
  let isDone = false;
  const check = () => {
    if (isDone || !isParentGone()) return;
    isDone = true;
    clearInterval(timer);
    callback();
  };
  const timer = setInterval(check, 1000).unref();
  if (process.send) {
    process.once('disconnect', check);
    process.channel?.unref();
  }
  setImmediate(check);
}
