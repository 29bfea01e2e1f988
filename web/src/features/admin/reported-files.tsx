import { EyeOff, Image, Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { Report } from '#contract/reports/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';

type Stored = NonNullable<Report['evidence']>['messages'][number];

/** The files of a reported message, opened by name. Pictures are hidden until the moderator shows them. */
export function ReportedFiles({
  message,
  addresses,
}: {
  message: Stored;
  addresses: Report['files'];
}) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
      {message.files.map((name, at) => (
        <li key={at} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <ReportedFile name={name} address={addresses[message.fileIds?.[at] ?? '']} />
        </li>
      ))}
    </ul>
  );
}

function ReportedFile({
  name,
  address,
}: {
  name: string;
  address: Report['files'][string] | undefined;
}) {
  const { t } = useMessages();
  const [isShown, setShown] = useState(false);
  const small = address?.small ?? null;
  return (
    <>
      <p className="flex items-start gap-1.5 text-ink-2">
        <Paperclip size={16} aria-hidden className="mt-0.5 shrink-0" />
        {address ? (
          <a
            href={address.url}
            target="_blank"
            rel="noreferrer"
            dir="auto"
            className="min-w-0 break-words text-brand-text underline"
          >
            {name}
          </a>
        ) : (
          <span dir="auto" className="min-w-0 break-words">
            {t('report.fileGone', { name })}
          </span>
        )}
      </p>
      {small !== null && (
        <Button
          size="sm"
          variant="quiet"
          icon={isShown ? EyeOff : Image}
          aria-expanded={isShown}
          className="-ms-3 justify-self-start"
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'report.hidePicture' : 'report.showPicture')}
        </Button>
      )}
      {isShown && small !== null && (
        <img
          src={small}
          alt={name}
          className="max-h-80 max-w-full rounded-control object-contain"
        />
      )}
    </>
  );
}
