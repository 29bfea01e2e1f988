import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderMail } from './mail.ts';

test("an email has the sender's name and the installation's address, and a name can't add headers", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-mail-'));
  try {
    const mail = folderMail(folder, { warn: () => undefined } as never);
    const message = { to: 'ana@north.example', subject: 'Saturday', text: 'We meet at eight.' };
    const names = [
      'Ridge & Trail (North)',
      'Chess "A", <x@y.example>\r\nBcc: z',
      'Che\u202ess (htroN)',
      'Che\u200b\u00adss\u2028 (North)\u3164',
    ];
    for (const fromName of names) await mail.send({ ...message, fromName });
    const files = (await readdir(folder)).toSorted();
    const heads = await Promise.all(
      files.map(async (file) => (await readFile(join(folder, file), 'utf8')).split('\r\n\r\n')[0]),
    );
    const unfolded = heads.map((head) => (head ?? '').replaceAll(/\r\n[ \t]+/g, ' '));
    const from = unfolded.map((head) => /^From: (.+)$/m.exec(head)?.[1]?.trim());
    expect(from[0]).toBe('"Ridge & Trail (North)" <no-reply@campus.example>');
    expect(from[1]).toMatch(/^=\?UTF-8\?Q\?Chess[^<]+ <no-reply@campus\.example>$/);
    expect(from[2]).toBe('"Chess (htroN)" <no-reply@campus.example>');
    expect(from[3]).toBe('"Chess (North)" <no-reply@campus.example>');
    expect(heads.join('\n')).not.toMatch(/^Bcc:/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an email with an invitation has a calendar part with its method and a file name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-mail-'));
  try {
    await folderMail(folder, { warn: () => undefined } as never).send({
      to: 'ana@north.example',
      fromName: 'North College',
      subject: 'Advising',
      text: 'You booked “Advising”.',
      html: '<p>You booked “Advising”.</p>',
      calendar: {
        method: 'CANCEL',
        content: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n',
      },
    });
    const [file = ''] = await readdir(folder);
    const eml = await readFile(join(folder, file), 'utf8');
    expect(eml).toMatch(/Content-Type: multipart\/alternative/);
    expect(eml).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/i);
    expect(eml).toMatch(/filename=invite\.ics/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
