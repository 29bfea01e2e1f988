import { useState } from 'react';
import { bioShown } from '#contract/layout.ts';
import { useMessages } from '../../lib/messages.ts';
import { plainText, SafeHtml } from '../../lib/safe-html.tsx';

/** A rich-text bio: three lines, and Read More above 400 characters (CARD-06). */
export function Bio({ html }: { html: string }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const isLong = plainText(html).length > bioShown.characters;
  return (
    <div className="grid justify-items-start gap-1">
      <div dir="auto" className={`w-full ${isLong && !isOpen ? 'line-clamp-3' : ''}`}>
        <SafeHtml html={html} className="rich-text" />
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 font-bold text-brand-text touch:min-h-11"
        >
          {isOpen ? t('person.readLess') : t('person.readMore')}
        </button>
      )}
    </div>
  );
}
