import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSearch } from '../../lib/page.tsx';
import { LaunchFrame } from './launch-frame.tsx';
import { readFailure } from './lti-failures.ts';
import english from './messages/en.json';

addEnglish(english);

/** The page for a failed launch: reason, next step, and a code for support. */
export function LtiFailedPage() {
  const { t } = useMessages();
  const { code } = useSearch();
  const failure = readFailure(code);
  usePageTitle(t('lti.notOpened'));
  return (
    <LaunchFrame title={t('lti.notOpened')} body={t(`lti.failed_${failure}`)}>
      <p className="text-sm text-ink-2">{t('lti.code', { code: failure })}</p>
    </LaunchFrame>
  );
}
