const looks: Readonly<Record<string, string>> = {
  GET: 'bg-fill-2 text-ink',
  POST: 'bg-good-soft text-good',
  PUT: 'bg-warn-soft text-warn',
  PATCH: 'bg-warn-soft text-warn',
  DELETE: 'bg-bad-soft text-bad',
};

/** <MethodMark method="GET" />: a color for reading, writing or deleting. */
export function MethodMark({ method }: { method: string }) {
  return (
    <span
      className={`inline-block w-15 shrink-0 rounded-control py-0.5 text-center font-mono text-xs font-bold ${looks[method] ?? looks['GET']}`}
    >
      {method}
    </span>
  );
}
