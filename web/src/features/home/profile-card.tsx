import { Link } from '@tanstack/react-router';
import { CircleCheck, CirclePlus, Pencil } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Cover } from '../people/cover.tsx';
import { identityOf, nameOf } from '../people/person.ts';
import { completeness } from './home.data.ts';

const missingMax = 3;

/** The user's profile, and suggestions to complete it. */
export function ProfileCard() {
  const { t, locale } = useMessages();
  const user = useUser();
  const { share, missing } = completeness(user);
  const name = nameOf(user);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
  return (
    <section aria-label={t('home.profile')} className="card overflow-hidden">
      <Cover name={name} url={user.largePhotoUrl} isLazy={false} className="h-20" />
      <div className="grid gap-4 px-4 pb-4 sm:px-5 sm:pb-5">
        <div className="grid gap-1">
          <Link
            to={paths.profile}
            className="relative -mt-9 mb-1 justify-self-start rounded-full border-4 border-ground bg-ground"
            aria-label={name}
          >
            <Avatar name={name} photoUrl={user.photoUrl} size={4} />
          </Link>
          <h2>{name}</h2>
          <p className="text-sm text-ink-2">{identityOf(user)}</p>
        </div>
        {missing.length > 0 && (
          <div className="grid gap-2">
            <p className="text-sm font-medium">{t('home.profileShare', { share: percent })}</p>
            <div
              aria-hidden
              className="h-1.5 overflow-hidden rounded-full bg-fill-2 forced-colors:border"
            >
              <div
                className="h-full rounded-full bg-brand-text"
                style={{ width: `${share * 100}%` }}
              />
            </div>
          </div>
        )}
        {missing.length === 0 ? (
          <p className="flex gap-2 text-sm text-ink-2">
            <CircleCheck size={20} aria-hidden className="shrink-0 text-good" />
            {t('home.profileDone')}
          </p>
        ) : (
          <div className="grid gap-1">
            <p className="text-sm text-ink-2">{t('home.profileNext')}</p>
            <ul>
              {missing.slice(0, missingMax).map((part) => (
                <li key={part}>
                  <Link
                    to={paths.settingsProfile}
                    hash={part}
                    className="-mx-2 flex min-h-9 items-center gap-2 rounded-control px-2 text-sm font-medium hover:bg-fill touch:min-h-11"
                  >
                    <CirclePlus
                      size={20}
                      strokeWidth={1.75}
                      aria-hidden
                      className="shrink-0 text-brand-text"
                    />
                    {t(`home.missing.${part}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Link to={paths.settingsProfile} className={buttonClass({ isBlock: true })}>
          <Pencil size={18} aria-hidden />
          {t('home.profileEdit')}
        </Link>
      </div>
    </section>
  );
}
