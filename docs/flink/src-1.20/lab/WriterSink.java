package lab;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.java.tuple.Tuple4;

/** In Flink 1.20 a sink still has to have the older of two methods, which is not called. */
abstract class WriterSink implements Sink<Tuple4<String, Long, Integer, Integer>> {
    private static final long serialVersionUID = 1L;

    @Deprecated
    @Override
    public SinkWriter<Tuple4<String, Long, Integer, Integer>> createWriter(InitContext context) {
        throw new UnsupportedOperationException();
    }
}
