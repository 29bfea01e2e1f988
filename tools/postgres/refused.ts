/** An error that the operator can fix. The message is one sentence with the solution. */
export class LaunchRefused extends Error {
  override name = 'LaunchRefused';
}

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function diskFull(folder: string): LaunchRefused {
  return new LaunchRefused(`The disk of ${folder} is full; free some space on it and start again.`);
}

/** Converts a file system error of a folder to a sentence. Returns other errors unchanged. */
export function asRefused(error: unknown, folder: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'EROFS':
      return new LaunchRefused(
        `${folder} is on a read-only disk; name another data folder with COMMONS_DATA.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new LaunchRefused(
        `The user that starts Commons can’t write to ${folder}; change its owner, or name another data folder with COMMONS_DATA.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new LaunchRefused(
        `${folder} is not a folder; name another data folder with COMMONS_DATA.`,
      );
    default:
      return error;
  }
}
