import { Check } from 'lucide-react';

const boxes = [
  'checked:border-kind-0-edge checked:bg-kind-0-edge',
  'checked:border-kind-1-edge checked:bg-kind-1-edge',
  'checked:border-kind-2-edge checked:bg-kind-2-edge',
  'checked:border-kind-3-edge checked:bg-kind-3-edge',
  'checked:border-kind-4-edge checked:bg-kind-4-edge',
  'checked:border-kind-5-edge checked:bg-kind-5-edge',
  'checked:border-kind-6-edge checked:bg-kind-6-edge',
  'checked:border-kind-7-edge checked:bg-kind-7-edge',
] as const;

interface SourceSwitchProps {
  label: string;
  color: number;
  isShown: boolean;
  /** True if there is a problem, which is shown below. */
  isWarned?: boolean;
  onChange: (isShown: boolean) => void;
}

/** Shows or hides a calendar. The checkbox has the calendar's color. */
export function SourceSwitch({ label, color, isShown, isWarned, onChange }: SourceSwitchProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control py-1 touch:min-h-11">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => onChange(event.target.checked)}
          className={`peer absolute inset-0 cursor-[inherit] appearance-none rounded-[5px] border border-line-field bg-surface ${boxes[color] ?? boxes[2]}`}
        />
        <Check
          size={16}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none relative text-white opacity-0 peer-checked:opacity-100 dark:text-black"
        />
      </span>
      <span className={`min-w-0 flex-1 truncate ${isWarned ? 'font-medium text-warn' : ''}`}>
        {label}
      </span>
    </label>
  );
}
