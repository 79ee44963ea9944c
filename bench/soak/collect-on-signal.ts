// Loaded before the application (`--import`) when its memory is watched for hours: on SIGUSR2 it collects its garbage, so that what is
// read afterwards is what it holds. Needs --expose-gc.
process.on('SIGUSR2', () => void globalThis.gc?.())
