import { Socket } from 'node:net';

/**
 * A socket on which what is written in one turn leaves in one system call. Statements that a transaction sends together would
 * each cost one, which on a machine of today is more than writing them.
 */
export class BatchingSocket extends Socket {
  #isHeld = false;

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    // Behind all promises of this turn, so nothing waits for a timer.
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }

  override cork(): void {
    this.#hold();
    super.cork();
  }

  override write(
    data: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    this.#hold();
    return typeof encoding === 'function'
      ? super.write(data, encoding)
      : super.write(data, encoding, done);
  }
}
