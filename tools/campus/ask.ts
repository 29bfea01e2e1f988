import { text } from 'node:stream/consumers';

/** A line from the terminal without showing it, or from what is piped in. */
export async function askSecretly(question: string): Promise<string> {
  const input = process.stdin;
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '');
  process.stderr.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  try {
    let answer = '';
    for await (const chunk of input) {
      for (const sign of String(chunk)) {
        if (sign === '\r' || sign === '\n') return answer;
        // Raw mode takes Ctrl-C for a letter.
        if (sign === '\u0003') process.exit(130);
        answer = sign === '\u007f' || sign === '\b' ? [...answer].slice(0, -1).join('') : answer + sign;
      }
    }
    return answer;
  } finally {
    input.setRawMode(false);
    process.stderr.write('\n');
  }
}
