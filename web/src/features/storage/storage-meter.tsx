import { useMessages } from '../../lib/messages.ts';
import { sizeText } from '../../ui/file-sizes.ts';

interface StorageMeterProps {
  label: string;
  used: number;
  /** Bytes; null if there is no limit. */
  limit: number | null;
}

/** Shows the storage used and the limit. */
export function StorageMeter({ label, used, limit }: StorageMeterProps) {
  const messages = useMessages();
  const { t } = messages;
  const size = (bytes: number) => sizeText(bytes, messages);
  const words =
    limit === null
      ? t('storage.used', { used: size(used) })
      : t('storage.usedOf', { used: size(used), limit: size(limit) });
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <div className="grid gap-2">
      <p className="font-bold tabular-nums">{words}</p>
      {limit !== null && (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={words}
          className="forced-edge h-2 overflow-hidden rounded-full bg-fill-2"
        >
          <div
            className={`h-full rounded-full forced-colors:bg-[Highlight] ${share >= 1 ? 'bg-bad' : 'bg-brand'}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  );
}
