import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { Assertion, RequestOptions } from '#contract/sessions/passkey-shapes.ts';
import { errorText } from '../../lib/error-text.ts';
import { isFramed } from '../../lib/host-page.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import {
  canUsePasskeys,
  isPasskeyBlocked,
  PasskeyCanceled,
  askPasskey,
} from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import english from 'messages:en/passkeys.*';

addEnglish(english);

interface PasskeyButtonProps {
  begin: () => Promise<RequestOptions>;
  finish: (response: Assertion) => Promise<unknown>;
  /** Called after a failure or a cancel. */
  onFailed?: () => void;
  variant?: 'primary' | 'outline';
}

/** A button that asks for a passkey, and shows why it failed. Hidden where the browser has no passkeys. */
export function PasskeyButton({
  begin,
  finish,
  onFailed,
  variant = 'outline',
}: PasskeyButtonProps) {
  const messages = useMessages();
  const { t } = messages;
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!canUsePasskeys()) return null;
  if (isPasskeyBlocked('get')) return <OpenInTab />;
  async function use() {
    setPending(true);
    setError(null);
    try {
      await finish(await askPasskey(await begin()));
    } catch (failure) {
      setError(
        failure instanceof PasskeyCanceled ? t('passkeys.canceled') : errorText(failure, messages),
      );
      onFailed?.();
    } finally {
      setPending(false);
    }
  }
  return (
    <div className="grid gap-3">
      <Button
        variant={variant}
        size="lg"
        icon={Fingerprint}
        isBlock
        isPending={isPending}
        onClick={() => void use()}
      >
        {t('passkeys.use')}
      </Button>
      {error !== null && <Failure>{error}</Failure>}
      {/* Not every browser tells beforehand that the page around ours prevents it. */}
      {error !== null && isFramed() && <OpenInTab />}
    </div>
  );
}

/** A link to this page in a tab, for frames in which the browser has no passkeys. */
export function OpenInTab() {
  const { t } = useMessages();
  return (
    <p className="text-sm text-ink-2 text-pretty">
      {t('passkeys.blocked')}{' '}
      <a href={window.location.href} target="_blank" rel="noopener" className="text-link">
        {t('passkeys.openTab')}
      </a>
    </p>
  );
}
