const size = { width: 480, height: 680 };

/** Opens a window in the center of this one, with access to its opener for messages. Returns null if the browser blocks it. */
export const openSmallWindow = (url: string, name: string): Window | null => {
  const left = Math.max(0, window.screenX + (window.outerWidth - size.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - size.height) / 2);
  return window.open(
    url,
    name,
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  );
};
