import { useState, type KeyboardEvent } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isSafeHref } from './rich-document.ts';

interface RichLinkFormProps {
  /** The link to edit; null for a new one. */
  href: string | null;
  onLink: (href: string | null) => void;
  onClose: () => void;
}

/** Completes a typed address: a web page if it has no scheme, an email address if it contains an @. */
const completed = (text: string): string => {
  const trimmed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return trimmed;
  return /^[^\s/@]+@[^\s/@]+$/.test(trimmed) ? `mailto:${trimmed}` : `https://${trimmed}`;
};

/** Asks for the URL of a link. It isn't a form element, because it is inside the profile form. */
export function RichLinkForm({ href, onLink, onClose }: RichLinkFormProps) {
  const { t } = useMessages();
  const [text, setText] = useState(href ?? '');
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const address = completed(text);
    if (text.trim() !== '' && isSafeHref(address)) onLink(address);
    else setWrong(true);
  };
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else onClose();
  }
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line bg-fill p-3">
      <div className="min-w-48 flex-1">
        <TextField
          label={t('bio.address')}
          type="url"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- who presses Link types the address next
          autoFocus
          value={text}
          error={isWrong ? t('bio.addressWrong') : undefined}
          onChange={setText}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button variant="soft" onClick={apply}>
        {t('bio.apply')}
      </Button>
      {href !== null && <Button onClick={() => onLink(null)}>{t('bio.unlink')}</Button>}
      <Button variant="quiet" onClick={onClose}>
        {t('kit.cancel')}
      </Button>
    </div>
  );
}
