/*
 * Reads QR codes from the camera with the browser's BarcodeDetector, or with ZXing as WebAssembly, served by this server. In
 * both cases, pictures stay on the device.
 */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}
interface NativeDetector {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

async function nativeDetector(): Promise<Detector | null> {
  const Native = (window as { BarcodeDetector?: NativeDetector }).BarcodeDetector;
  if (Native === undefined) return null;
  const formats: string[] = await Native.getSupportedFormats().catch(() => []);
  return formats.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : null;
}

async function wasmDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) =>
        path.endsWith('.wasm') ? wasm : `${prefix}${path}`,
    },
    fireImmediately: true,
  });
  return new BarcodeDetector({ formats: ['qr_code'] });
}

let detector: Promise<Detector> | undefined;
/** Loads the code reader, so that it is available offline. */
export const loadDetector = (): Promise<Detector> =>
  (detector ??= nativeDetector()
    .then((native) => native ?? wasmDetector())
    .catch((error: unknown) => {
      detector = undefined;
      throw error;
    }));

export interface Camera {
  hasTorch: boolean;
  setTorch: (isOn: boolean) => Promise<void>;
  stop: () => void;
}

/** Pause between two frames, in milliseconds: fast enough for a queue of people, without heating up the phone. */
const scanMs = 120;

/** Shows the camera in `video` and reports each code. Rejects if there is no camera or permission. */
export async function startCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const [track] = stream.getVideoTracks();
  const stop = () => {
    isRunning = false;
    for (const one of stream.getTracks()) one.stop();
    video.srcObject = null;
  };
  let isRunning = true;
  try {
    video.srcObject = stream;
    await video.play();
    const reader = await loadDetector();
    const look = async (): Promise<void> => {
      if (!isRunning) return;
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !document.hidden)
        for (const { rawValue } of await reader.detect(video).catch(() => [])) onCode(rawValue);
      setTimeout(() => void look(), scanMs);
    };
    void look();
  } catch (error) {
    stop();
    throw error;
  }
  const able = track?.getCapabilities() as { torch?: boolean } | undefined;
  return {
    hasTorch: able?.torch === true,
    setTorch: async (torch) => {
      await track?.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] });
    },
    stop,
  };
}
