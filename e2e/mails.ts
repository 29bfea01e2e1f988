import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Waits for an email to an address that contains `what`, and returns the newest one as text. */
export const mailTo = async (to: string, what: RegExp): Promise<string> => {
  const folder = join(process.env['CAMPUS_FOLDER'] ?? '', 'mail');
  const find = async (): Promise<string> => {
    const names = (await readdir(folder).catch(() => [])).toSorted().toReversed();
    for (const name of names) {
      const raw = await readFile(join(folder, name), 'utf8');
      const text = raw
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        );
      if (text.includes(to) && what.test(text)) return text;
    }
    return '';
  };
  await expect.poll(find).not.toBe('');
  return find();
};
