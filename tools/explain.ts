import { errorCode, LaunchRefused } from '#postgres/refused.ts';

export function portInUse(port: number | undefined): string {
  return `Port ${port} is in use by another program; stop that one, or choose another with PORT.`;
}

function sentence(error: unknown): string | undefined {
  if (error instanceof LaunchRefused) return error.message;
  const { port } = error as { port?: number };
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return portInUse(port);
    case 'EACCES':
      return port === undefined ? undefined : `Port ${port} is for the system administrator; choose one above 1023 with PORT.`;
    case 'ENOSPC':
      return 'The disk is full; free some space and start again.';
    default:
      return undefined;
  }
}

/** Tells the operator what to put right, in one sentence where there is one, and marks the process as failed. */
export function explain(error: unknown): void {
  process.exitCode = 1;
  console.error(sentence(error) ?? error);
}
