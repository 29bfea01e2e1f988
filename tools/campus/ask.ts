import { createInterface } from 'node:readline';
import { addAbortSignal, Writable } from 'node:stream';
import { CommandError } from './command-errors.ts';

// Much longer than any password. Piped input may never end.
const longest = 4096;

/** Reads one line of piped input. */
async function readPiped(signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, process.stdin)) {
    // Standard input has no encoding, so chunks are buffers.
    chunks.push(chunk as Buffer);
    if (Buffer.concat(chunks).length > longest)
      throw new CommandError('The piped input is too long for a password.');
  }
  let line: string;
  try {
    line = new TextDecoder('utf-8', { fatal: true })
      .decode(Buffer.concat(chunks))
      .replace(/\r?\n$/, '');
  } catch {
    throw new CommandError('The piped input is not UTF-8, so no one could type that password.');
  }
  if (/\p{Cc}/u.test(line))
    throw new CommandError(
      'The piped input contains more than one line, or a control character. Pipe only the password.',
    );
  return line;
}

/** Reads lines from the terminal without showing them. */
async function readTyped(questions: readonly string[], signal: AbortSignal): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // One reader for all questions, because it keeps lines that were pasted together.
  const reader = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: true,
    historySize: 0,
    signal,
  });
  // The terminal passes Ctrl-C as a key.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const lines = reader[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      process.stderr.write(question);
      const { value, done } = await lines.next();
      process.stderr.write('\n');
      if (done === true) throw new CommandError('No password was given; nothing was changed.');
      answers.push(value);
    }
    return answers;
  } finally {
    reader.close();
  }
}

/** Asks for a new password: twice at a terminal, otherwise from piped input. */
export async function askNewPassword(whose: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return readPiped(signal);
  const [password = '', again] = await readTyped(
    [`New password of ${whose}: `, 'Once more: '],
    signal,
  );
  if (again !== password) throw new CommandError('The two passwords differ; nothing was changed.');
  return password;
}
