import { Socket } from 'node:net';

/**
 * A socket that sends all writes of one event loop turn in one system call. Without it, each statement that a transaction sends would cost
 * a system call, which takes longer than writing the bytes.
 */
export class BatchingSocket extends Socket {
  #isHeld = false;

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    // This runs after all promises of the turn, so no statement waits for a timer.
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
