/**
 * Lets a program finish if the reader of its output has closed the pipe (`| head -1`). Further output is lost. Without it, Node would
 * terminate the program with a stack trace.
 */
export function ignoreBrokenPipe(
  streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
