package lab;

import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.java.tuple.Tuple4;

/** Writes every result at once: at-least-once into a list, idempotently into a table. */
final class AtOnceSink extends WriterSink {
    private static final long serialVersionUID = 1L;

    private final boolean intoTable;

    AtOnceSink(boolean intoTable) {
        this.intoTable = intoTable;
    }

    @Override
    public SinkWriter<Tuple4<String, Long, Integer, Integer>> createWriter(WriterInitContext context) {
        int attempt = context.getTaskInfo().getAttemptNumber();
        boolean isTable = intoTable;
        return new SinkWriter<>() {
            @Override
            public void write(Tuple4<String, Long, Integer, Integer> result, Context unused) {
                if (isTable) {
                    Outside.upsert(attempt, result);
                } else {
                    Outside.append(attempt, result);
                }
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }
}
