import { CircleAlert, ExternalLink, KeyRound } from 'lucide-react';
import { ssoErrors } from '#contract/sso/errors-shown.ts';
import { isFramed } from '../../lib/host-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';

interface ProviderButtonsProps {
  items: readonly { id: string; name: string }[];
  redirect: string | undefined;
  /** True if this is the main way to sign in. */
  isMain: boolean;
}

/**
 * A button for each of the school's providers. They are links that leave the app. Providers refuse to be framed, and frames
 * have separate cookies, so inside a host page the site opens in a separate window.
 */
export function ProviderButtons({ items, redirect, isMain }: ProviderButtonsProps) {
  const { t } = useMessages();
  const framed = isFramed();
  const query = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`;
  return (
    <div className="grid gap-3">
      {items.map(({ id, name }, index) => (
        <a
          key={id}
          href={`/api/v1/sso/${id}/start${query}`}
          {...(framed && { target: '_blank', rel: 'noopener' })}
          className={buttonClass({
            variant: isMain && index === 0 ? 'primary' : 'outline',
            size: 'lg',
            isBlock: true,
          })}
        >
          {framed ? (
            <ExternalLink size={20} aria-hidden className="shrink-0" />
          ) : (
            <KeyRound size={20} aria-hidden className="shrink-0" />
          )}
          <span className="min-w-0 break-words" dir="auto">
            {t('login.continueWith', { name })}
          </span>
        </a>
      ))}
      {framed && <p className="text-sm text-ink-2 text-pretty">{t('login.ownWindow')}</p>}
    </div>
  );
}

/** Explains why signing in with the provider failed. */
export function SignOnError({ code }: { code: string | undefined }) {
  const { t } = useMessages();
  const known = ssoErrors.find((one) => one === code);
  if (known === undefined) return null;
  return (
    <p
      role="alert"
      className="mb-5 flex gap-2 rounded-control bg-bad-soft px-3 py-2.5 text-sm font-medium text-bad"
    >
      <CircleAlert size={20} aria-hidden className="shrink-0" />
      {t(`sso.error_${known}`)}
    </p>
  );
}
