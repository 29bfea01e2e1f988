/** Promised money is hatched wherever it appears. */
const hatched =
  'border border-brand-text bg-[repeating-linear-gradient(135deg,var(--brand)_0_3px,transparent_3px_7px)]';
const looks = {
  spent: 'bg-brand',
  promised: hatched,
  left: 'bg-brand-soft border border-brand-text/30',
} as const;
export type BarPart = keyof typeof looks;

interface AllocationBarProps {
  /** A text with all figures, for screen readers. */
  label: string;
  total: number;
  parts: readonly { readonly part: BarPart; readonly amount: number }[];
  isLarge?: boolean;
}

/** <AllocationBar label="…" total={60_000} parts={[{ part: 'spent', amount: 32_000 }, …]} />: what a total is made of. */
export function AllocationBar({ label, total, parts, isLarge = false }: AllocationBarProps) {
  const whole = Math.max(
    total,
    parts.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
    1,
  );
  return (
    <div
      role="img"
      aria-label={label}
      className={`forced-edge flex w-full overflow-hidden rounded-full bg-fill-2 ${isLarge ? 'h-4' : 'h-2'}`}
    >
      {parts.map(({ part, amount }) => (
        <span
          key={part}
          className={`h-full forced-colors:bg-[Highlight] ${looks[part]}`}
          style={{ width: `${(Math.max(0, amount) / whole) * 100}%` }}
        />
      ))}
    </div>
  );
}

/** The key of a bar. */
export function BarKey({ part, children }: { part: BarPart; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
      <span aria-hidden className={`size-3.5 rounded-sm ${looks[part]}`} />
      {children}
    </span>
  );
}
