import type { Changes } from '#contract/imports/endpoints.ts';
import { useMessages, type LabelKey } from '../../lib/messages.ts';

const looks = {
  added: 'bg-good-soft text-good',
  changed: 'bg-fill text-ink',
  ended: 'bg-bad-soft text-bad',
} as const;

/** The changes by type of row, one line each. */
export function ChangesList({
  changes,
}: {
  changes: readonly (Omit<Changes, 'unchanged'> & { unchanged?: number })[];
}) {
  const { t, number } = useMessages();
  return (
    <ul className="divide-y divide-line">
      {changes.map((one) => {
        const parts = (['added', 'changed', 'ended'] as const).filter((kind) => one[kind] > 0);
        return (
          <li
            key={one.what}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <span className="font-medium">{t(`imports.what_${one.what}` as LabelKey)}</span>
            <span className="flex flex-wrap items-center gap-1.5 text-sm">
              {parts.map((kind) => (
                <span
                  key={kind}
                  className={`rounded-full px-2.5 py-0.5 font-medium ${looks[kind]}`}
                >
                  {t(`imports.${kind}`, { n: number(one[kind]) })}
                </span>
              ))}
              {one.unchanged !== undefined && one.unchanged > 0 && (
                <span className="text-ink-2">
                  {t('imports.unchanged', { n: number(one.unchanged) })}
                </span>
              )}
              {parts.length === 0 && !one.unchanged && (
                <span className="text-ink-2">{t('imports.noChange')}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
