/**
 * Lets a program that is read by another (`| head -1`) end in order when that one has read enough: what it still says is lost,
 * and what it does is done to its end. Node would end it with a stack in the middle.
 */
export function bearBrokenPipe(
  streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
