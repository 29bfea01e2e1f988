import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { loginHref, safeRedirect } from '#contract/redirect.ts';
import { connectAccount, openLaunch as openLaunchCall } from '#contract/lti/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { isFramed } from '../../lib/host-page.ts';
import { trade } from '../../lib/host-session.ts';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { session } from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { readTab, writeTab } from '../../lib/stored.ts';
import { paths } from '../../paths.ts';
import { signInWith } from '../../shell/start-app.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { FrameSignIn } from '../sign-in/frame-sign-in.tsx';
import { CoursePicker } from './course-picker.tsx';
import { LaunchFrame } from './launch-frame.tsx';
import { LinkPicker } from './link-picker.tsx';
import { failureOf } from './lti-failures.ts';
import { sendToPlatform } from './platform-storage.ts';
import english from './messages/en.json';

addEnglish(english);

type Opened = ReplyOf<typeof openLaunchCall>;
type Target = Extract<Opened, { kind: 'signed_in' }>['target'];
type Unknown = Extract<Opened, { kind: 'unknown' }>;
type LaunchReply = Exclude<Opened, { kind: 'proof_needed' }>;
/** The proof of a launch: its ticket, and what the platform stored for us. */
interface Launch {
  ticket: string;
  proof: string | null;
}
type State =
  | { kind: 'opening' }
  | { kind: 'leaving'; path: string }
  | { kind: 'unknown'; launch: Launch; reply: Unknown }
  | { kind: 'pick'; launch: Launch }
  | { kind: 'course'; target: Target };

/** sessionStorage key of a launch that waits for the user to sign in. */
const waitingKey = 'lti-launch';

/** The URL's fragment. It is removed from the URL immediately. */
const arrived = new URLSearchParams(window.location.hash.slice(1));

const takeLaunch = (): Launch | null => {
  const ticket = arrived.get('ticket');
  if (ticket !== null) return { ticket, proof: null };
  const waiting = readTab(waitingKey);
  // The value is written below.
  return waiting === null ? null : (JSON.parse(waiting) as Launch);
};

/** Opens a launch. Takes the storage target from the server, because links can be forged. */
const sendLaunch = async (launch: Launch): Promise<[Launch, LaunchReply]> => {
  const post = (body: Launch) => call(openLaunchCall, { ...body, inFrame: isFramed() });
  const reply = await post(launch);
  if (reply.kind !== 'proof_needed') return [launch, reply];
  const { storage } = reply;
  const proof = await sendToPlatform(storage, { subject: 'lti.get_data', key: storage.key });
  // The server rejects an invalid proof with a reason.
  const proven = { ...launch, proof: proof ?? '' };
  const answer = await post(proven);
  if (answer.kind === 'proof_needed') throw new Error('a proof was sent');
  return [proven, answer];
};

const next = (launch: Launch, target: Target): State => {
  if (target.path !== null) return { kind: 'leaving', path: target.path };
  return target.pick ? { kind: 'pick', launch } : { kind: 'course', target };
};

const openLaunch = async (): Promise<State> => {
  window.history.replaceState(window.history.state, '', window.location.pathname);
  const arrival = takeLaunch();
  if (arrival === null) throw new Error('nothing was launched');
  const [[launch, reply], credential] = await trade(() => sendLaunch(arrival));
  if (reply.kind === 'unknown') return { kind: 'unknown', launch, reply };
  const { tokens, target } = reply;
  if (tokens !== null)
    await signInWith(() => Promise.resolve({ tokens, credential, receivedAt: Date.now() }));
  return next(launch, target);
};
/** Once, because a ticket is good for one session. */
let opening: Promise<State> | undefined;

/** Opens a launch: signs the user in and navigates to its target, or asks for missing information. */
export function LtiLaunchPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { user } = useStore(session);
  const [state, setState] = useState<State>({ kind: 'opening' });
  usePageTitle(t('lti.opening'));

  useEffect(() => {
    let isOver = false;
    const arrive = (reached: State) => {
      if (!isOver) setState(reached);
    };
    const fail = (error: unknown) => {
      const code = error instanceof CallError ? failureOf(error) : 'bad_request';
      if (!isOver) void navigate({ to: paths.ltiFailed, search: { code }, replace: true });
    };
    opening ??= openLaunch();
    opening.then(arrive, fail);
    return () => {
      isOver = true;
    };
  }, [navigate]);
  const path = state.kind === 'leaving' ? state.path : null;
  useEffect(() => {
    if (path === null) return;
    void navigate({ href: safeRedirect(path, window.location.origin), replace: true });
  }, [navigate, path]);

  if (state.kind === 'pick') return <LinkPicker ticket={state.launch.ticket} />;
  if (state.kind === 'course') return <CoursePicker target={state.target} />;
  if (state.kind !== 'unknown') return <LaunchFrame title={t('lti.opening')} isBusy />;
  const { launch, reply } = state;
  const why = t(`lti.unknown_${reply.why}`, { platform: reply.platform });
  if (user === null && isFramed()) return <FrameSignIn lead={why} />;
  return (
    <LaunchFrame
      title={t('lti.connectTitle', { platform: reply.platform })}
      {...(user === null && { body: why })}
    >
      {user === null ? (
        <a
          href={loginHref(paths.ltiLaunch)}
          className={buttonClass({ variant: 'primary' })}
          onClick={() => writeTab(waitingKey, JSON.stringify(launch))}
        >
          {t('login.submit')}
        </a>
      ) : (
        <Connect
          launch={launch}
          reply={reply}
          onConnected={(target) => setState(next(launch, target))}
        />
      )}
    </LaunchFrame>
  );
}

function Connect({
  launch,
  reply,
  onConnected,
}: {
  launch: Launch;
  reply: Unknown;
  onConnected: (target: Target) => void;
}) {
  const { t } = useMessages();
  const { user } = useStore(session);
  const connect = useAction(() => call(connectAccount, { ...launch }), {
    onSuccess: ({ target }) => onConnected(target),
  });
  const mine = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return (
    <>
      <p dir="auto">
        {t('lti.connectBody', {
          mine,
          theirs: reply.name ?? t('lti.you'),
          platform: reply.platform,
        })}
      </p>
      <Button variant="primary" isPending={connect.isPending} onClick={() => connect.run()}>
        {t('lti.connect')}
      </Button>
    </>
  );
}
