import {
  CameraOff,
  Flashlight,
  FlashlightOff,
  Keyboard,
  LogIn,
  RefreshCw,
  Search,
  Volume2,
  VolumeX,
  WifiOff,
  X,
} from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loginHref } from '#contract/redirect.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams, useSearch } from '../../lib/page.tsx';
import { readStored, writeStored } from '../../lib/stored.ts';
import { paths } from '../../paths.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Note } from '../../ui/note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { loadDetector, startCamera, type Camera } from './camera.ts';
import type { Scan } from '../door-scans/check-in-rules.ts';
import { FindPeople } from './find-people.tsx';
import { ScanList } from './scan-card.tsx';
import { allowSound, signal } from './signals.ts';
import { codeOf } from './check-in-session.ts';
import { useCheckInSession } from './use-check-in-session.ts';
import english from './messages/en.json';
import { LastScan } from './last-scan.tsx';

addEnglish(english);

/** Minimum time that a result stays on screen, in milliseconds. */
const readableMs = 2_000;

/**
 * The scanner at an event's entrance. It needs a page load, because only this URL can use the camera. It works offline, and
 * stores each scan before showing it.
 */
export function ScannerPage() {
  const { t } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const session = useCheckInSession(eventId, occurrence ?? null);
  const { kit } = session;
  usePageTitle(kit?.event.title ?? t('checkIn.title'));
  const [doorName, setDoorName] = useStoredDoor(eventId);
  const [isSilent, setSilent] = useState(readStored('scanner-silent') === 'yes');
  const [isFinding, setFinding] = useState(false);
  const [last, setLast] = useState<Scan | null>(null);
  const [isIgnored, setIgnored] = useState(false);
  const shownAt = useRef(0);
  const say = (scan: Scan | null) => {
    if (scan === null) return;
    shownAt.current = Date.now();
    setLast(scan);
    signal(scan.verdict, isSilent);
  };
  const scan = (text: string, isTyped: boolean) =>
    void session.scan(text, doorName || null, isTyped).then((scanned) => {
      setIgnored(false);
      // Don't show the result of another ticket for this one. A ticket that stays in view must not hide the result of a typed
      // code.
      const isReadable = Date.now() - shownAt.current < readableMs;
      if (scanned === null && last?.code !== codeOf(text) && !isReadable) {
        setLast(null);
        setIgnored(true);
      }
      say(scanned);
    });
  const { setVideo, ...camera } = useCamera((text) => scan(text, false));
  const shown = last && (session.scans.find(({ clientId }) => clientId === last.clientId) ?? last);
  useKeys({
    undo: () => {
      if (shown && !shown.isUndo && shown.verdict === 'valid') void undo(shown);
    },
    find: () => setFinding(true),
  });
  const undo = async (which: Scan) => {
    await session.undo(which);
    setLast((now) => (now?.clientId === which.clientId ? null : now));
  };
  useScreenOn();

  if (kit === null) return <Starting session={session} eventId={eventId} />;
  return (
    <div
      data-theme="dark"
      className="flex min-h-dvh flex-col bg-canvas text-ink"
      onPointerDown={allowSound}
    >
      <ScannerHeader
        eventId={eventId}
        session={session}
        isSilent={isSilent}
        camera={camera}
        title={kit.event.title}
        onSilent={() => {
          writeStored('scanner-silent', isSilent ? null : 'yes');
          setSilent(!isSilent);
        }}
      />
      <Network session={session} eventId={eventId} />
      <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
        <CameraPicture setVideo={setVideo} camera={camera} />
        <div className="grid gap-4 p-4">
          <LastScan
            scan={shown}
            onUndo={undo}
            isIgnored={isIgnored}
            attendees={session.attendees}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <CodeField onCode={(text) => scan(text, true)} />
            <TextField
              label={t('checkIn.door')}
              placeholder={t('checkIn.doorHint')}
              value={doorName}
              maxLength={40}
              onChange={setDoorName}
            />
          </div>
          <Button isBlock icon={Search} onClick={() => setFinding(true)}>
            {t('checkIn.find')}
          </Button>
          <ScanList
            scans={session.scans
              .filter(({ clientId }) => clientId !== shown?.clientId)
              .slice(0, 50)}
            attendees={session.attendees}
            onUndo={(which) => void undo(which)}
          />
        </div>
      </main>
      {isFinding && (
        <FindPeople
          session={session}
          onEnter={(ticket, seat) => {
            void session.enter(ticket, seat, doorName || null).then(say);
          }}
          onClose={() => setFinding(false)}
        />
      )}
    </div>
  );
}

function CameraPicture({
  setVideo,
  camera,
}: {
  setVideo: ReturnType<typeof useCamera>['setVideo'];
  camera: Omit<ReturnType<typeof useCamera>, 'setVideo'>;
}) {
  const { t } = useMessages();
  return (
    <div className="relative aspect-4/3 max-h-[46dvh] w-full overflow-hidden bg-black sm:rounded-card">
      {/* The camera picture is only for sighted users. Results are also shown as text. */}
      <video
        ref={setVideo}
        muted
        playsInline
        aria-label={t('checkIn.picture')}
        className="size-full object-cover"
      />
      {camera.state === 'on' && <Frame />}
      {camera.state !== 'on' && (
        <div className="absolute inset-0 grid place-items-center p-6 text-center">
          <NoCamera state={camera.state} onStart={camera.start} />
        </div>
      )}
    </div>
  );
}

interface ScannerHeaderProps {
  eventId: string;
  session: ReturnType<typeof useCheckInSession>;
  isSilent: boolean;
  camera: Omit<ReturnType<typeof useCamera>, 'setVideo'>;
  title: string;
  onSilent: () => void;
}

/** The event, the number of people inside, and the switches for sound and light. */
function ScannerHeader({
  eventId,
  session,
  isSilent,
  camera,
  title,
  onSilent,
}: ScannerHeaderProps) {
  const { t, number } = useMessages();
  return (
    <header className="sticky top-0 z-20 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 bg-canvas px-3 py-2 pt-[max(0.5rem,env(safe-area-inset-top))]">
      <a
        href={`/events/${eventId}`}
        aria-label={t('checkIn.close')}
        className="grid size-11 place-items-center rounded-full bg-fill text-ink hover:bg-fill-2"
      >
        <X size={22} aria-hidden />
      </a>
      <div className="min-w-0 text-center">
        <h1 dir="auto" className="truncate text-base!">
          {title}
        </h1>
        <p className="text-sm text-ink-2 tabular-nums" aria-live="off">
          {t('checkIn.inside', {
            inside: number(session.inside),
            expected: number(session.expected),
          })}
        </p>
      </div>
      <span className="flex">
        <IconButton
          icon={isSilent ? VolumeX : Volume2}
          label={t(isSilent ? 'checkIn.soundOn' : 'checkIn.soundOff')}
          onClick={onSilent}
        />
        {camera.hasTorch && (
          <IconButton
            icon={camera.isTorchOn ? FlashlightOff : Flashlight}
            label={t(camera.isTorchOn ? 'checkIn.torchOff' : 'checkIn.torchOn')}
            aria-pressed={camera.isTorchOn}
            onClick={camera.toggleTorch}
          />
        )}
      </span>
    </header>
  );
}

type CheckInController = ReturnType<typeof useCheckInSession>;

/** Shown before the list is available: it is loading, or the device is offline without a copy. */
function Starting({ session, eventId }: { session: CheckInController; eventId: string }) {
  const messages = useMessages();
  const { t } = messages;
  const words =
    session.error !== null
      ? errorText(session.error, messages)
      : session.isSignedOut
        ? t('checkIn.signedOut')
        : session.isOffline
          ? t('checkIn.neverOpened')
          : null;
  return (
    <main
      data-theme="dark"
      className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-canvas p-6 text-center text-ink"
    >
      <h1 className="text-lg!">{t('checkIn.title')}</h1>
      {words === null ? (
        <p role="status" className="text-ink-2">
          {t('checkIn.loading')}
        </p>
      ) : (
        <p role="alert" className="max-w-prose text-ink-2">
          {words}
        </p>
      )}
      {words !== null && (
        <Button icon={RefreshCw} onClick={() => void session.sync()}>
          {t('checkIn.again')}
        </Button>
      )}
      <a href={`/events/${eventId}`} className={buttonClass({ variant: 'quiet' })}>
        {t('checkIn.close')}
      </a>
    </main>
  );
}

/** The connection status and the number of pending scans, as text and not only as a color. */
function Network({ session, eventId }: { session: CheckInController; eventId: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { isOffline, isSignedOut, waiting, error } = session;
  return (
    <div role="status" className="mx-auto w-full max-w-3xl px-4 empty:hidden">
      {isSignedOut ? (
        <Note
          tone="warn"
          icon={LogIn}
          title={t('checkIn.signedOut')}
          action={
            <a
              href={loginHref(`${paths.checkIn.replace('$eventId', eventId)}`)}
              className={buttonClass({ size: 'sm' })}
            >
              {t('checkIn.signIn')}
            </a>
          }
        >
          {t('checkIn.waiting', { count: waiting })}
        </Note>
      ) : isOffline ? (
        <p className="forced-edge flex items-center justify-center gap-2 rounded-full bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <WifiOff size={18} aria-hidden className="shrink-0" />
          {t('checkIn.offline', { count: waiting })}
        </p>
      ) : error !== null ? (
        <Note tone="bad" title={t('checkIn.notSent')}>
          {errorText(error, messages)}
        </Note>
      ) : null}
    </div>
  );
}

const Frame = () => (
  <span aria-hidden className="pointer-events-none absolute inset-0 m-auto aspect-square h-3/4">
    {[
      'top-0 start-0 border-s-4 border-t-4 rounded-ss-[1.5rem]',
      'top-0 end-0 border-e-4 border-t-4 rounded-se-[1.5rem]',
      'bottom-0 start-0 border-s-4 border-b-4 rounded-es-[1.5rem]',
      'bottom-0 end-0 border-e-4 border-b-4 rounded-ee-[1.5rem]',
    ].map((corner) => (
      <i key={corner} className={`absolute size-1/4 border-white ${corner}`} />
    ))}
  </span>
);

type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'none';

function NoCamera({ state, onStart }: { state: CameraState; onStart: () => void }) {
  const { t } = useMessages();
  if (state === 'starting') return <p className="text-white">{t('checkIn.starting')}</p>;
  return (
    <div className="grid justify-items-center gap-3 text-white">
      <CameraOff size={32} aria-hidden />
      <p className="max-w-80">
        {t(
          state === 'denied'
            ? 'checkIn.cameraDenied'
            : state === 'none'
              ? 'checkIn.cameraNone'
              : 'checkIn.cameraOff',
        )}
      </p>
      <Button variant="primary" onClick={onStart}>
        {t('checkIn.startCamera')}
      </Button>
    </div>
  );
}

/** Controls the camera and code reader. It starts automatically if the permission was given before. */
function useCamera(onCode: (text: string) => void) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [state, setState] = useState<CameraState>('off');
  const [isTorchOn, setTorchOn] = useState(false);
  // Incremented with each restart.
  const [tries, setTries] = useState(0);
  const read = useEffectEvent(onCode);
  useEffect(() => {
    // Load it before the device goes offline.
    void loadDetector().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (video === null) return undefined;
    let isGone = false;
    let held: Camera | null = null;
    const begin = async () => {
      setState('starting');
      try {
        if (!('mediaDevices' in navigator)) throw new Error('No camera');
        const started = await startCamera(video, (text) => read(text));
        if (isGone) {
          started.stop();
          return;
        }
        held = started;
        setCamera(started);
        setState('on');
      } catch (error) {
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        if (!isGone) setState(isDenied ? 'denied' : 'none');
      }
    };
    void begin();
    return () => {
      isGone = true;
      held?.stop();
    };
  }, [video, tries]);
  return {
    setVideo,
    state,
    isTorchOn,
    hasTorch: camera?.hasTorch ?? false,
    start: () => setTries(tries + 1),
    toggleTorch: () => {
      void camera?.setTorch(!isTorchOn).then(() => setTorchOn(!isTorchOn));
    },
  };
}

/** A field for typed or pasted codes, and for handheld scanners, which type a code and press Enter. */
function CodeField({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        onCode(text);
        setText('');
      }}
    >
      <span className="min-w-0 flex-1">
        <TextField
          label={t('checkIn.code')}
          placeholder={t('checkIn.codeHint')}
          value={text}
          maxLength={400}
          autoComplete="off"
          onChange={setText}
        />
      </span>
      <IconButton
        type="submit"
        icon={Keyboard}
        label={t('checkIn.checkCode')}
        variant="outline"
        size="lg"
      />
    </form>
  );
}

const doorKey = (eventId: string) => `scanner-door ${eventId}`;

function useStoredDoor(eventId: string) {
  const [name, setName] = useState(readStored(doorKey(eventId)) ?? '');
  return [
    name,
    (next: string) => {
      writeStored(doorKey(eventId), next === '' ? null : next);
      setName(next);
    },
  ] as const;
}

/** Keyboard shortcuts: U undoes the last check-in, and / finds people. They are off while the user types in a field. */
function useKeys({ undo, find }: { undo: () => void; find: () => void }) {
  const onUndo = useEffectEvent(undo);
  const onFind = useEffectEvent(find);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isTyping =
        target instanceof HTMLElement &&
        target.closest('input, textarea, [role="dialog"]') !== null;
      if (isTyping || ctrlKey || metaKey || altKey) return;
      if (key === 'u' || key === 'U') onUndo();
      if (key === '/') {
        event.preventDefault();
        onFind();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Keeps the screen on while the page is visible. */
function useScreenOn() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const hold = () => {
      if (!document.hidden && 'wakeLock' in navigator)
        navigator.wakeLock.request('screen').then(
          (held) => {
            lock = held;
          },
          () => undefined,
        );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
