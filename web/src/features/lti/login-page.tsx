import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createLogin } from '#contract/lti/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../paths.ts';
import { LaunchFrame } from './launch-frame.tsx';
import { failureOf } from './lti-failures.ts';
import { sendToPlatform } from './platform-storage.ts';
import english from './messages/en.json';

addEnglish(english);

/** The URL's fragment, as the platform sent it. It is read once. */
const arrived = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));

/** Starts a launch. If the platform has storage for tools, it stores our proof there before continuing. */
export function LtiLoginPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  usePageTitle(t('lti.opening'));
  useEffect(() => {
    let isOver = false;
    const run = async () => {
      try {
        if (arrived['iss'] === undefined) throw new Error('nothing was begun');
        const { location, storage } = await call(createLogin, {
          iss: '',
          login_hint: '',
          ...arrived,
        });
        const { key, value } = storage;
        await sendToPlatform(storage, { subject: 'lti.put_data', key, value });
        if (!isOver) window.location.replace(location);
      } catch (error) {
        const code = error instanceof CallError ? failureOf(error) : 'bad_request';
        if (!isOver) void navigate({ to: paths.ltiFailed, search: { code }, replace: true });
      }
    };
    void run();
    return () => {
      isOver = true;
    };
  }, [navigate]);
  return <LaunchFrame title={t('lti.opening')} isBusy />;
}
