import { spawn } from 'node:child_process';

/** The result of a step. */
export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Runs a command and captures its output. `live` also prints it. */
export const runStep = (
  name: string,
  command: string,
  args: readonly string[],
  options: { live?: boolean; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<StepResult> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (options.live) process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ name, ok: false, output: String(error), seconds: 0 }));
    child.on('close', (code) =>
      resolve({ name, ok: code === 0, output, seconds: (performance.now() - startedAt) / 1000 }),
    );
  });
