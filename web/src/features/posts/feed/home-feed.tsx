import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Composer } from '../composer/composer.tsx';
import { Feed } from './feed.tsx';
import english from 'messages:en/posts.*';

addEnglish(english);

const scopes = ['home', 'school', 'clubs'] as const;

/** The home page's feed: from the school, the user's clubs, or both. */
export function HomeFeed({ beginning }: { beginning: ReactNode }) {
  const { t } = useMessages();
  const [scope, setScope] = useState<(typeof scopes)[number]>('home');
  return (
    <Feed
      key={scope}
      from={{ scope }}
      beginning={beginning}
      {...(scope === 'clubs' && {
        empty: {
          title: t('posts.none'),
          body: t('posts.noneOfClubs'),
          action: (
            <Link to={paths.clubs} className={buttonClass({ variant: 'primary' })}>
              {t('posts.findClubs')}
            </Link>
          ),
        },
      })}
    >
      <Composer from={{ scope }} />
      <div className="justify-self-start">
        <Segmented
          label={t('posts.scope')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`posts.scope_${value}`) }))}
          onChange={setScope}
        />
      </div>
    </Feed>
  );
}
