/** Logs go to stderr: tools read stdout. */
import { Layer, Logger, References } from "effect"
import type { AppConfig } from "../config/Config.ts"

const levels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} as const

export const layerLogging = ({ logLevel, logFormat }: AppConfig) =>
  Layer.mergeAll(
    Logger.layer([
      logFormat === "json" ? Logger.withConsoleError(Logger.formatJson) : Logger.consolePretty()
    ]),
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, levels[logLevel])
  )
