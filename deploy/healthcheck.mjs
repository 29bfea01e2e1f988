// Exits with 0 if the server in this container is ready (compose.yaml). The image has no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exit(answer?.status === 200 ? 0 : 1);
