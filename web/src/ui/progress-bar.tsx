interface ProgressBarProps {
  label: string;
  share: number | null;
  /** True if the background is the school color. */
  isOnBrand?: boolean;
}

/** <ProgressBar label="Reading people.csv" share={0.4} />: the progress; null if unknown. */
export function ProgressBar({ label, share, isOnBrand = false }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(percent !== null && {
        'aria-valuenow': percent,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      })}
      className={`forced-edge relative h-2 overflow-hidden rounded-full ${isOnBrand ? 'bg-on-brand/25' : 'bg-fill-2'}`}
    >
      <div
        className={`h-full rounded-full ${isOnBrand ? 'bg-on-brand' : 'bg-brand'} forced-colors:bg-[Highlight] ${percent === null ? 'w-1/3 animate-travel rtl:[animation-direction:reverse]' : 'transition-[width] duration-200'}`}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
