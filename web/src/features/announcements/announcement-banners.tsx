import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import deleteTexts from 'messages:en/announcements.delete*';
import words from 'messages:en/announcements.ofSchool*';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { looks, shownQuery, useDismiss } from './announcements.data.ts';

addEnglish(words);
addEnglish(deleteTexts);

/** Number of banners shown initially. "Show more" reveals the others. */
const atOnce = 2;

/**
 * The school's announcements at the top of every page. The surrounding live region is in the shell, because it has to exist
 * before them.
 */
export function AnnouncementBanners() {
  const { t } = useMessages();
  const { data } = useQuery(shownQuery());
  const { run: dismiss } = useDismiss();
  const [isAll, setAll] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useListFocus(container);
  const items = data?.items ?? [];
  const named = items.length > 0 && { role: 'region', 'aria-label': t('announcements.ofSchool') };
  return (
    <div ref={container} tabIndex={-1} className="outline-none" {...named}>
      {(isAll ? items : items.slice(0, atOnce)).map(({ id, text, link, kind }) => (
        <article key={id}>
          <Banner
            {...looks[kind]}
            onClose={() => dismiss(id)}
            action={
              link && (
                <a
                  href={link.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="py-1 font-bold underline"
                >
                  {link.label}
                  <span className="sr-only"> ({t('menu.newTab')})</span>
                </a>
              )
            }
          >
            <span dir="auto">{text}</span>
          </Banner>
        </article>
      ))}
      {!isAll && items.length > atOnce && (
        <Button variant="quiet" size="sm" isBlock onClick={() => setAll(true)}>
          {t('kit.showMore')}
        </Button>
      )}
    </div>
  );
}
