// Sets theme, language and writing direction before the first paint, as last selected. It is a separate classic script,
// because the content policy forbids inline code.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var appearance = read('appearance');
  var dark =
    appearance === 'dark' ||
    (appearance !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  var locale = read('locale');
  if (locale && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)) {
    root.lang = locale;
    root.dir = /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';
  }
})();
